// What plots are drawn on: a canvas, or SVG text. One drawing code serves the screen and both kinds of pictures.

export interface TextStyle {
  readonly colour: string;
  readonly size?: number;
  readonly align?: "start" | "middle" | "end";
  readonly turned?: boolean; // read from below
  readonly bold?: boolean;
}

export interface Stroke {
  readonly colour: string;
  readonly width: number;
  readonly dash?: readonly number[];
}

export interface Surface {
  /** A line through points x, y, x, y, ...; a number that is none leaves a gap. */
  line(points: ArrayLike<number>, stroke: Stroke): void;
  circle(x: number, y: number, radius: number, fill: string | null, stroke?: Stroke): void;
  area(x: number, y: number, width: number, height: number, fill: string): void;
  text(text: string, x: number, y: number, style: TextStyle): void;
  within(x: number, y: number, width: number, height: number, draw: () => void): void;
}

const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export class CanvasSurface implements Surface {
  constructor(private readonly context: CanvasRenderingContext2D) {}

  line(points: ArrayLike<number>, stroke: Stroke): void {
    const { context } = this;
    context.beginPath();
    let drawing = false;
    for (let k = 0; k + 1 < points.length; k += 2) {
      const [x, y] = [points[k]!, points[k + 1]!];
      if (!(Number.isFinite(x) && Number.isFinite(y))) drawing = false;
      else if (drawing) context.lineTo(x, y);
      else {
        context.moveTo(x, y);
        drawing = true;
      }
    }
    this.ink(stroke);
  }

  circle(x: number, y: number, radius: number, fill: string | null, stroke?: Stroke): void {
    const { context } = this;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    if (fill) {
      context.fillStyle = fill;
      context.fill();
    }
    if (stroke) this.ink(stroke);
  }

  private ink(stroke: Stroke): void {
    const { context } = this;
    context.strokeStyle = stroke.colour;
    context.lineWidth = stroke.width;
    context.lineJoin = "round";
    context.setLineDash([...(stroke.dash ?? [])]);
    context.stroke();
    context.setLineDash([]);
  }

  area(x: number, y: number, width: number, height: number, fill: string): void {
    this.context.fillStyle = fill;
    this.context.fillRect(x, y, width, height);
  }

  text(text: string, x: number, y: number, style: TextStyle): void {
    const { context } = this;
    context.save();
    context.translate(x, y);
    if (style.turned) context.rotate(-Math.PI / 2);
    context.font = `${style.bold ? "600 " : ""}${style.size ?? 11}px ${FAMILY}`;
    context.fillStyle = style.colour;
    context.textAlign = style.align === "middle" ? "center" : (style.align ?? "start");
    context.textBaseline = "alphabetic";
    context.fillText(text, 0, 0);
    context.restore();
  }

  within(x: number, y: number, width: number, height: number, draw: () => void): void {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    draw();
    context.restore();
  }
}

/** An empty surface on a canvas of a size in pixels of the page; the canvas gets as many as the screen has. */
export function surfaceOn(canvas: HTMLCanvasElement, width: number, height: number): CanvasSurface {
  const fine = Math.max(window.devicePixelRatio, 1);
  canvas.width = Math.round(fine * width);
  canvas.height = Math.round(fine * height);
  const context = canvas.getContext("2d")!;
  context.setTransform(fine, 0, 0, fine, 0, 0);
  return new CanvasSurface(context);
}

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const safe = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]!).replace(/[^\P{C}\n]/gu, "\ufffd");
const round = (value: number): string => String(Math.round(100 * value) / 100);

export class SvgSurface implements Surface {
  private readonly parts: string[] = [];
  private clips = 0;

  line(points: ArrayLike<number>, stroke: Stroke): void {
    let path = "";
    let drawing = false;
    for (let k = 0; k + 1 < points.length; k += 2) {
      const [x, y] = [points[k]!, points[k + 1]!];
      const there = Number.isFinite(x) && Number.isFinite(y);
      if (there) path += `${drawing ? "L" : "M"}${round(x)} ${round(y)}`;
      drawing = there;
    }
    if (path) this.parts.push(`<path d="${path}" fill="none"${this.ink(stroke)}/>`);
  }

  circle(x: number, y: number, radius: number, fill: string | null, stroke?: Stroke): void {
    const ink = stroke ? this.ink(stroke) : "";
    this.parts.push(`<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill ?? "none"}"${ink}/>`);
  }

  private ink(stroke: Stroke): string {
    const dash = stroke.dash?.length ? ` stroke-dasharray="${stroke.dash.join(" ")}"` : "";
    return ` stroke="${stroke.colour}" stroke-width="${stroke.width}" stroke-linejoin="round"${dash}`;
  }

  area(x: number, y: number, width: number, height: number, fill: string): void {
    this.parts.push(`<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`);
  }

  text(text: string, x: number, y: number, style: TextStyle): void {
    const turn = style.turned ? ` transform="rotate(-90 ${round(x)} ${round(y)})"` : "";
    const weight = style.bold ? ' font-weight="600"' : "";
    const where = `x="${round(x)}" y="${round(y)}" text-anchor="${style.align ?? "start"}"`;
    this.parts.push(`<text ${where} font-size="${style.size ?? 11}" fill="${style.colour}"${weight}${turn}>${safe(text)}</text>`);
  }

  /** A picture in the picture, as a data address. */
  image(address: string, x: number, y: number, width: number, height: number): void {
    this.parts.push(`<image href="${address}" x="${x}" y="${y}" width="${width}" height="${height}"/>`);
  }

  within(x: number, y: number, width: number, height: number, draw: () => void): void {
    const name = `c${++this.clips}`;
    const box = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
    this.parts.push(`<clipPath id="${name}"><rect ${box}/></clipPath><g clip-path="url(#${name})">`);
    draw();
    this.parts.push("</g>");
  }

  whole(width: number, height: number): string {
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
    return `${head} font-family='${FAMILY}'>${this.parts.join("")}</svg>\n`;
  }
}

/** Draws with the origin elsewhere. */
export function shifted(surface: Surface, dx: number, dy: number): Surface {
  return {
    line: (points, stroke) => surface.line(Float64Array.from(points, (value, k) => value + (k % 2 ? dy : dx)), stroke),
    circle: (x, y, radius, fill, stroke) => surface.circle(x + dx, y + dy, radius, fill, stroke),
    area: (x, y, width, height, fill) => surface.area(x + dx, y + dy, width, height, fill),
    text: (text, x, y, style) => surface.text(text, x + dx, y + dy, style),
    within: (x, y, width, height, draw) => surface.within(x + dx, y + dy, width, height, draw),
  };
}
