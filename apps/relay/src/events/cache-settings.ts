import type { CacheSettings } from './event-store.ts'

/** The named options among an operator's own; invalid ones count as missing. */
export function cacheSettingsOf({
  enabled,
  max_entries,
  ttl_seconds,
}: Readonly<Record<string, unknown>>): CacheSettings {
  return {
    isOn: enabled === true || enabled === 'true',
    entriesMax: wholeOr(1000, max_entries),
    ttlSeconds: wholeOr(10, ttl_seconds),
  }
}

function wholeOr(usual: number, value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && number >= 1 && number <= 1_000_000 ? Math.floor(number) : usual
}
