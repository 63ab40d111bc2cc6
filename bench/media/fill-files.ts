import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSqlite } from '@hornets/server/database/sqlite'
import { copyOf } from '../../apps/relay/test/support/photos.ts'

export const heavyOwner = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'

/** Seconds between two files of the list: 100,000 take four and a half years. */
const secondsApart = 1400

type Database = ReturnType<typeof openSqlite>

function change<Result>(dataDir: string, work: (database: Database) => Result): Result {
  const database = openSqlite(join(dataDir, 'relay.db'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

export function fillLists(dataDir: string, count: number): void {
  const now = Math.floor(Date.now() / 1000)
  change(dataDir, database => {
    database.exec(`BEGIN;
      INSERT INTO files (hash, mime, bytes, received_at, checked_at, name, folded, owner, trashed, trashed_at)
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
      SELECT lower(hex(randomblob(32))),
        CASE i % 8 WHEN 0 THEN 'video/mp4' WHEN 1 THEN 'audio/mpeg' WHEN 2 THEN 'application/pdf' ELSE 'image/jpeg' END,
        1000 + (i * 7919) % 5000000, ${now} - i * ${secondsApart}, ${now}, 'Holiday ' || i || '.jpg', 'holiday ' || i || '.jpg',
        CASE i % 2 WHEN 0 THEN '${heavyOwner}' ELSE lower(hex(randomblob(32))) END,
        i % 100 = 99, CASE WHEN i % 100 = 99 THEN ${now} END FROM n;
      INSERT INTO file_owners (hash, pubkey, uploaded_at, shared) SELECT hash, owner, received_at, 0 FROM files;
      INSERT INTO file_type_totals (mime, trashed, files, bytes)
        SELECT mime, trashed, COUNT(*), SUM(bytes) FROM files GROUP BY mime, trashed;
      INSERT INTO file_owner_totals (pubkey, files, bytes)
        SELECT owner, COUNT(*), SUM(bytes) FROM files WHERE trashed = 0 GROUP BY owner;
      INSERT INTO file_facts (hash, width, height, thumbhash, thumbnail)
        SELECT hash, 1600, 1200, '', 0 FROM files;
      COMMIT`)
  })
}

/** So many files, each a copy of one of these photos, of which no thumbnail is made yet. The relay must not be running. */
export function fillPhotos(dataDir: string, count: number, photos: readonly Buffer[]): void {
  const now = Math.floor(Date.now() / 1000)
  change(dataDir, database => {
    const add = database.prepare(
      `INSERT INTO files (hash, mime, bytes, received_at, checked_at, name, folded, owner)
       VALUES (?, 'image/jpeg', ?, ?, ?, '', '', '')`,
    )
    database.exec('BEGIN')
    for (let at = 0; at < count; at += 1) {
      const photo = copyOf(photos[at % photos.length] ?? Buffer.alloc(0))
      const hash = createHash('sha256').update(photo).digest('hex')
      const path = join(dataDir, 'media', hash.slice(0, 2), hash.slice(2, 4), hash)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, photo)
      add.run(hash, photo.length, now, now)
    }
    database.exec('COMMIT')
  })
}

export function thumbnailsMade(dataDir: string): number {
  const database = openSqlite(join(dataDir, 'relay.db'), { readOnly: true })
  try {
    return Number(database.prepare('SELECT COUNT(*) AS made FROM file_facts WHERE thumbnail = 1').get()?.made)
  } finally {
    database.close()
  }
}
