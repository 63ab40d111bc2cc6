import type { RelayTransaction } from '../../../database/relay-database.ts'

export interface CountedRow {
  readonly hash: string
  readonly mime: string
  readonly bytes: number
}

/** Files and bytes by type and by owner, kept with every change. */
export class TotalsStore {
  countType(tx: RelayTransaction, file: CountedRow, trashed: 0 | 1, sign: 1 | -1): void {
    tx.run(
      `INSERT INTO file_type_totals (trashed, mime, files, bytes) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET files = files + excluded.files, bytes = bytes + excluded.bytes`,
      trashed,
      file.mime,
      sign,
      sign * file.bytes,
    )
    if (sign < 0)
      tx.run('DELETE FROM file_type_totals WHERE trashed = ? AND mime = ? AND files = 0', trashed, file.mime)
  }

  /** Adds a file to this key's totals; `sign` -1 removes it. */
  countOwner(tx: RelayTransaction, pubkey: string, bytes: number, sign: 1 | -1): void {
    tx.run(
      `INSERT INTO file_owner_totals (pubkey, files, bytes) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET files = files + excluded.files, bytes = bytes + excluded.bytes`,
      pubkey,
      sign,
      sign * bytes,
    )
    if (sign < 0) tx.run('DELETE FROM file_owner_totals WHERE pubkey = ? AND files = 0', pubkey)
  }

  countOwners(tx: RelayTransaction, file: CountedRow, sign: 1 | -1): void {
    for (const { pubkey } of tx.all<{ pubkey: string }>('SELECT pubkey FROM file_owners WHERE hash = ?', file.hash))
      this.countOwner(tx, pubkey, file.bytes, sign)
  }
}
