export const hourSeconds = 3600
/** Hours in a counter of each level: an hour, a day, 30 days, and all times. */
export const levels: readonly number[] = [1, 24, 720, 1e13]

/** Numbers of events by kind and time of `created_at`. Those of 0 may stay; the newest change with every commit. */
export const countsTable = `
CREATE TABLE IF NOT EXISTS kind_counts (
  level smallint, span bigint, kind integer, count bigint NOT NULL, PRIMARY KEY (level, span, kind)
) WITH (fillfactor = 50);`

/** Counts what an older version has written. */
export const recount = `
BEGIN;
DELETE FROM kind_counts;
INSERT INTO kind_counts SELECT l.level, e.created_at / ${hourSeconds} / l.hours, e.kind, count(*)
  FROM events e CROSS JOIN (VALUES ${levels.map((hours, level) => `(${level}, ${hours}::bigint)`).join(', ')}) l (level, hours)
  GROUP BY 1, 2, 3;
UPDATE numbers SET counted = change;
COMMIT`

const add = `
INSERT INTO kind_counts SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::int[], $4::bigint[])
ON CONFLICT (level, span, kind) DO UPDATE SET count = kind_counts.count + excluded.count`

/** Of one transaction, written once at its end: each row is changed once for all its events. */
export class KindCounts {
  readonly #added = new Map<string, { level: number; span: number; kind: number; count: number }>()

  add({ kind, created_at }: { readonly kind: number; readonly created_at: number }, count: 1 | -1): void {
    const hour = Math.floor(created_at / hourSeconds)
    for (const [level, hours] of levels.entries()) {
      const span = Math.floor(hour / hours)
      const key = `${level} ${span} ${kind}`
      const row = this.#added.get(key)
      if (row) row.count += count
      else this.#added.set(key, { level, span, kind, count })
    }
  }

  async write(tx: { query(text: string, values: readonly unknown[]): Promise<unknown> }): Promise<void> {
    const rows = [...this.#added.values()].filter(({ count }) => count !== 0)
    this.#added.clear()
    if (rows.length === 0) return
    await tx.query(add, [
      rows.map(({ level }) => level),
      rows.map(({ span }) => span),
      rows.map(({ kind }) => kind),
      rows.map(({ count }) => count),
    ])
  }
}
