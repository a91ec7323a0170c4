// Builds everything into one HTML file inside the Python package: no network, nothing to install for users.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig, type Plugin } from "vite";

const ROOT = import.meta.dirname;
const SOURCES = ["index.html", "package.json", "package-lock.json", "src", "tsconfig.json", "vite.config.ts"];

function filesBelow(path: string): string[] {
  try {
    return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
  } catch {
    return [path]; // not a folder
  }
}

/** A hash of all sources; the test of staleness computes the same. */
function fingerprint(): string {
  const files = SOURCES.flatMap((name) => filesBelow(join(ROOT, name)));
  const hash = createHash("sha256");
  for (const name of files.map((path) => relative(ROOT, path)).sort()) {
    hash.update(name + "\0").update(readFileSync(join(ROOT, name))).update("\0");
  }
  return hash.digest("hex");
}

/** Puts scripts and styles into the page itself. */
function inlined(): Plugin {
  return {
    name: "inlined",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("no page");
      let html = String(page.source);
      for (const [name, piece] of Object.entries(bundle)) {
        if (piece.type === "chunk") {
          const code = piece.code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
          html = html.replace(/<script type="module"[^>]*><\/script>/, "");
          html = html.replace("</body>", () => `<script type="module">${code}</script></body>`);
          delete bundle[name];
        } else if (name.endsWith(".css")) {
          html = html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${String(piece.source)}</style>`);
          delete bundle[name];
        }
      }
      html = html.replace("<head>", `<head><meta name="built-from" content="${fingerprint()}">`);
      page.source = html;
      page.fileName = "page.html";
    },
  };
}

export default defineConfig({
  root: ROOT,
  base: "./",
  plugins: [inlined()],
  build: {
    outDir: "../src/jounce/views/page",
    emptyOutDir: false,
    target: "es2022",
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
  },
});
