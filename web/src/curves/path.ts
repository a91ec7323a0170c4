// A curve through every sample. uPlot's own path draws a bar for each column of pixels, which shows as steps.
import type uPlot from "uplot";

export const everySample: uPlot.Series.PathBuilder = (plot, series, first, last) => {
  const stroke = new Path2D();
  const [xs, ys] = [plot.data[0], plot.data[series]!];
  const scale = plot.series[series]!.scale!;
  const [x0, y0] = [plot.valToPos(0, "x", true), plot.valToPos(0, scale, true)];
  const [dx, dy] = [plot.valToPos(1, "x", true) - x0, plot.valToPos(1, scale, true) - y0];
  let drawing = false;
  for (let k = Math.max(first - 1, 0); k <= Math.min(last + 1, xs.length - 1); k++) {
    const y = ys[k];
    if (y === null || y === undefined) drawing = false;
    else if (drawing) stroke.lineTo(x0 + dx * xs[k]!, y0 + dy * y);
    else {
      stroke.moveTo(x0 + dx * xs[k]!, y0 + dy * y);
      drawing = true;
    }
  }
  return { stroke, fill: null, clip: null, band: null, gaps: [], flags: 0 };
};
