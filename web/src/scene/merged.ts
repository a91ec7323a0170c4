// All meshes of a body that share a material as one: drawing calls cost more than triangles.
import { type BufferGeometry, Group, type Material, Mesh } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

export function merged(group: Group): void {
  const byMaterial = new Map<Material, Mesh[]>();
  group.updateMatrixWorld(true);
  const home = group.matrixWorld.clone().invert();
  group.traverse((object) => {
    if (!(object instanceof Mesh) || Array.isArray(object.material) || object.userData["apart"]) return;
    byMaterial.set(object.material, [...(byMaterial.get(object.material) ?? []), object]);
  });
  for (const [material, meshes] of byMaterial) {
    if (meshes.length < 2) continue;
    const pieces = meshes.map((mesh) => {
      const piece: BufferGeometry = mesh.geometry.clone().applyMatrix4(home.clone().multiply(mesh.matrixWorld));
      piece.deleteAttribute("uv");
      return piece;
    });
    const whole = mergeGeometries(pieces);
    if (!whole) continue; // one has an index and one has not
    for (const mesh of meshes) mesh.removeFromParent();
    group.add(new Mesh(whole, material));
  }
}
