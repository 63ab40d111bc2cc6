import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { NostrEvent } from '@hornets/contract'
import { openSqlite } from '@hornets/server/database/sqlite'
import { tagKey, tagKeysOf } from '../../apps/relay/src/events/layout/tag-keys.ts'
import type { Engine } from './engine.ts'

type Row = { seq: number; json: string }

/** SQLite with better plans: covering indexes, and a scan in time order with a set of authors. */
export function sqliteEngine(folder: string): Engine {
  const path = join(folder, 'events.db')
  const database = openSqlite(path)
  database.exec(`PRAGMA synchronous = OFF;
    CREATE TABLE authors (number INTEGER PRIMARY KEY, pubkey BLOB NOT NULL UNIQUE);
    CREATE TABLE events (seq INTEGER PRIMARY KEY, id BLOB NOT NULL, author INTEGER NOT NULL, kind INTEGER NOT NULL,
      time INTEGER NOT NULL, json TEXT NOT NULL);
    CREATE UNIQUE INDEX by_id ON events (id);
    CREATE INDEX by_time ON events (time DESC, author, kind);
    CREATE INDEX by_kind ON events (kind, time DESC, author);
    CREATE INDEX by_author ON events (author, kind, time DESC);
    CREATE TABLE tags (tag BLOB, kind INTEGER, time INTEGER, seq INTEGER, PRIMARY KEY (tag, kind, time DESC, seq)) WITHOUT ROWID`)
  const addAuthor = database.prepare('INSERT INTO authors (pubkey) VALUES (?) ON CONFLICT DO NOTHING')
  const authorOf = database.prepare('SELECT number FROM authors WHERE pubkey = ?')
  const addEvent = database.prepare('INSERT INTO events (id, author, kind, time, json) VALUES (?, ?, ?, ?, ?)')
  const addTag = database.prepare('INSERT OR IGNORE INTO tags VALUES (?, ?, ?, ?)')
  const byId = database.prepare('SELECT json FROM events WHERE id = ?')
  const bySeq = database.prepare('SELECT json FROM events WHERE seq = ?')
  const kindsOf = database.prepare('SELECT DISTINCT kind FROM events WHERE author = ?')
  const ofAuthor = database.prepare(
    'SELECT seq, time FROM events INDEXED BY by_author WHERE author = ? AND kind = ? ORDER BY time DESC LIMIT ?',
  )
  const ofTag = database.prepare('SELECT seq FROM tags WHERE tag = ? ORDER BY time DESC LIMIT ?')
  const ofKind = database.prepare(
    'SELECT seq, json FROM events INDEXED BY by_kind WHERE kind = ? AND time <= ? ORDER BY time DESC LIMIT ?',
  )
  const scan = database.prepare(
    'SELECT seq, author, time FROM events INDEXED BY by_kind WHERE kind = ? AND time <= ? ORDER BY time DESC LIMIT ?',
  )
  const hex = (text: string) => Buffer.from(text, 'hex')
  const sizeOf = (seqs: readonly number[]) =>
    seqs.reduce((bytes, seq) => bytes + ((bySeq.get(seq) as Row | undefined)?.json.length ?? 0), 0)
  const numberOf = (pubkey: string) => Number(authorOf.get(hex(pubkey))?.number ?? 0)
  const newest = (rows: readonly { seq: number; time: number }[], limit: number) =>
    rows
      .toSorted((a, b) => b.time - a.time)
      .slice(0, limit)
      .map(({ seq }) => seq)
  const add = (event: NostrEvent) => {
    addAuthor.run(hex(event.pubkey))
    const { id, kind, created_at, pubkey } = event
    const { lastInsertRowid } = addEvent.run(hex(id), numberOf(pubkey), kind, created_at, JSON.stringify(event))
    for (const key of tagKeysOf(event)) addTag.run(key, kind, created_at, lastInsertRowid)
  }
  return {
    name: 'SQLite, better plans',
    store(group) {
      database.exec('BEGIN')
      for (const event of group) add(event)
      database.exec('COMMIT')
    },
    settle: () => {},
    byId: id => (byId.get(hex(id)) as Row | undefined)?.json.length ?? 0,
    byAuthor(pubkey, limit) {
      const author = numberOf(pubkey)
      const rows = kindsOf.all(author).flatMap(({ kind }) => ofAuthor.all(author, Number(kind), limit))
      return sizeOf(newest(rows as never, limit))
    },
    byTag: (letter, value, limit) => sizeOf(ofTag.all(tagKey(letter, value), limit).map(({ seq }) => Number(seq))),
    byKind: (kind, until, limit) =>
      (ofKind.all(kind, until, limit) as Row[]).reduce((bytes, { json }) => bytes + json.length, 0),
    feed(pubkeys, kinds, limit) {
      const authors = new Set(pubkeys.map(numberOf))
      const found: { seq: number; time: number }[] = []
      for (const kind of kinds) {
        let until = Number.MAX_SAFE_INTEGER
        for (let ofKind = 0; ofKind < limit; ) {
          const rows = scan.all(kind, until, 1000) as { seq: number; author: number; time: number }[]
          const matching = rows.filter(({ author }) => authors.has(author))
          found.push(...matching)
          ofKind += matching.length
          if (rows.length < 1000) break
          until = (rows.at(-1)?.time ?? 0) - 1
        }
      }
      return sizeOf(newest(found, limit))
    },
    bytes: () => statSync(path).size,
    close: async () => database.close(),
  }
}
