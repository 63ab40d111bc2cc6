import { type StoreName, storeNames } from '@hornets/contract/admin/files/store-names'

/** A store as the database keeps it: 0 is this disk. */
export const numberOfStore = (store: StoreName): number => storeNames.indexOf(store)

/** Throws for a number that no store has: a newer version wrote it. */
export function storeOfNumber(number: number): StoreName {
  const store = storeNames[number]
  if (!store) throw new Error(`no file store has the number ${number}`)
  return store
}
