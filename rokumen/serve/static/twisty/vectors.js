// Points and directions as arrays of three numbers.

export const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a) => Math.hypot(...a);
export const unit = (a) => times(a, 1 / length(a));
export const mean = (points) => times(points.reduce(plus), 1 / points.length);

/** Turn a point right-handed about a unit axis through the origin, by radians. */
export function turned(point, axis, angle) {
  const along = times(axis, dot(axis, point));
  const across = minus(point, along);
  return plus(
    along,
    plus(times(across, Math.cos(angle)), times(cross(axis, across), Math.sin(angle))),
  );
}

/** What is left of `a` beside a unit `normal`. */
export const within = (a, normal) => minus(a, times(normal, dot(a, normal)));
