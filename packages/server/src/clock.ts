/** Now, in milliseconds since 1970. Injected, so that tests move time instead of sleeping. */
export type Clock = () => number

/** RFC 3339, UTC. */
export function toTimestamp(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
