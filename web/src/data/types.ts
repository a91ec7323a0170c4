// Written by web/make_types.py from src/jounce/views/page/page_data.py. Do not edit.

export const FORMAT = 3;

export type Vec3 = readonly [number, number, number];
export type Tone = "link" | "steer" | "upright" | "frame" | "mount";
export type Shape = Rod | Ball | Box | Shell | Ring | Wheel | Coil | Strut | Bar;

export interface Numbers {
  readonly at: number;
  readonly count: number;
  readonly origin: number;
  readonly step: number;
  readonly gaps: readonly (readonly [number, number])[];
}

export interface Curve {
  readonly name: string;
  readonly quantity: string;
  readonly unit: string;
  readonly definition: string;
  readonly values: Numbers;
}

export interface Figure {
  readonly name: string;
  readonly value: number | null;
  readonly unit: string;
  readonly definition: string;
}

export interface Event {
  readonly time: number;
  readonly label: string;
}

export interface Body {
  readonly name: string;
  readonly anchor: Vec3;
  readonly centre: Vec3;
  readonly position: readonly [Numbers, Numbers, Numbers];
  readonly rotation: readonly [Numbers, Numbers, Numbers, Numbers];
}

export interface Place {
  readonly body: number;
  readonly point: Vec3;
}

export interface Rod {
  readonly kind: "rod";
  readonly name: string;
  readonly body: number;
  readonly a: Vec3;
  readonly b: Vec3;
  readonly radius: number;
  readonly tone: Tone;
}

export interface Ball {
  readonly kind: "ball";
  readonly name: string;
  readonly body: number;
  readonly at: Vec3;
  readonly radius: number;
  readonly tone: Tone;
}

export interface Box {
  readonly kind: "box";
  readonly name: string;
  readonly body: number;
  readonly low: Vec3;
  readonly high: Vec3;
}

export interface Shell {
  readonly kind: "shell";
  readonly name: string;
  readonly body: number;
  readonly profile: readonly (readonly [number, number])[];
  readonly roof: number;
  readonly width: number;
  readonly roof_width: number;
}

export interface Wheel {
  readonly kind: "wheel";
  readonly name: string;
  readonly body: number;
  readonly centre: Vec3;
  readonly axis: Vec3;
  readonly radius: number;
  readonly width: number;
  readonly forces: readonly [string, string, string] | null;
  readonly newtons: number;
  readonly road: string;
}

export interface Ring {
  readonly kind: "ring";
  readonly name: string;
  readonly body: number;
  readonly at: Vec3;
  readonly axis: Vec3;
  readonly radius: number;
}

export interface Coil {
  readonly kind: "coil";
  readonly name: string;
  readonly a: Place;
  readonly b: Place;
  readonly begin: number;
  readonly end: number;
  readonly radius: number;
}

export interface Strut {
  readonly kind: "strut";
  readonly name: string;
  readonly a: Place;
  readonly b: Place;
  readonly rod: number;
  readonly tube: number;
  readonly radius: number;
}

export interface Bar {
  readonly kind: "bar";
  readonly name: string;
  readonly a: Place;
  readonly b: Place;
  readonly radius: number;
}

export interface Obstacle {
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly direction: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
}

export interface HeightGrid {
  readonly kind: "bump" | "ground";
  readonly x: number;
  readonly y: number;
  readonly direction: number;
  readonly s: Numbers;
  readonly n: Numbers;
  readonly height: Numbers;
}

export interface Cone {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly hit: number | null;
}

export interface Course {
  readonly radius: number;
  readonly cones: readonly Cone[];
  readonly lanes: readonly (readonly [number, number, number, number])[];
  readonly wanted: readonly [Numbers, Numbers];
  readonly driven: readonly [Numbers, Numbers];
}

export interface NamedPoint {
  readonly name: string;
  readonly place: Place;
}

export interface AxisLine {
  readonly name: string;
  readonly a: Place;
  readonly b: Place;
}

export interface Centre {
  readonly kind: "front view" | "side view" | "roll centre";
  readonly name: string;
  readonly body: number;
  readonly every: number;
  readonly point: readonly [Numbers, Numbers, Numbers];
  readonly wheels: readonly number[];
}

export interface Scene {
  readonly bodies: readonly Body[];
  readonly shapes: readonly Shape[];
  readonly obstacles: readonly Obstacle[];
  readonly road: readonly HeightGrid[];
  readonly course: Course | null;
  readonly points: readonly NamedPoint[];
  readonly axes: readonly AxisLine[];
  readonly centres: readonly Centre[];
  readonly newtons_per_metre: number;
  readonly low: Vec3;
  readonly high: Vec3;
  readonly follow: number;
}

export interface ChartCurve {
  readonly label: string;
  readonly x: Numbers;
  readonly y: Numbers;
  readonly colour: number;
  readonly style: "line" | "dashed" | "dotted" | "points";
}

export interface Chart {
  readonly name: string;
  readonly heading: string;
  readonly below: string;
  readonly curves: readonly ChartCurve[];
  readonly equal: boolean;
  readonly logarithmic: readonly [boolean, boolean];
}

export interface BarRow {
  readonly label: string;
  readonly values: readonly (readonly [string, number])[];
}

export interface BarChart {
  readonly name: string;
  readonly unit: string;
  readonly rows: readonly BarRow[];
}

export interface ShownPanel {
  readonly kind: "history" | "plane" | "spectrum" | "density" | "friction" | "chart" | "bars" | "metrics";
  readonly channels: readonly string[];
  readonly over: readonly string[];
}

export interface Offer {
  readonly heading: string;
  readonly panel: ShownPanel;
}

export interface Told {
  readonly name: string;
  readonly value: string;
  readonly before: string;
}

export interface Run {
  readonly label: string;
  readonly model: string;
  readonly study: string;
  readonly note: string;
  readonly abscissa: Curve;
  readonly curves: readonly Curve[];
  readonly figures: readonly Figure[];
  readonly headline: readonly Figure[];
  readonly events: readonly Event[];
  readonly changes: readonly Told[];
  readonly settings: readonly Told[];
  readonly charts: readonly Chart[];
  readonly bars: readonly BarChart[];
  readonly scene: Scene | null;
}

export interface Page {
  readonly format: number;
  readonly made_by: string;
  readonly timed: boolean;
  readonly runs: readonly Run[];
  readonly open: readonly ShownPanel[];
  readonly offers: readonly Offer[];
}
