import type { FileFilterInput } from '@hornets/contract/admin/files/catalogue'
import type { FileSelection } from '@hornets/contract/admin/files/file-changes'

/** Bytes by hash. */
type Files = ReadonlyMap<string, number>

/** Files by name; or all that the filters leave but some, so that more can be chosen than is loaded. */
export type Selection =
  | { readonly kind: 'some'; readonly files: Files }
  | { readonly kind: 'matching'; readonly except: Files }

export interface Chosen {
  readonly id: string
  readonly size: number
}

export const nothing: Selection = { kind: 'some', files: new Map() }
export const everything: Selection = { kind: 'matching', except: new Map() }

export const isChosen = (selection: Selection, id: string): boolean =>
  selection.kind === 'some' ? selection.files.has(id) : !selection.except.has(id)

/** Chooses files or leaves them out. */
export function choose(selection: Selection, files: readonly Chosen[], on: boolean): Selection {
  const isSome = selection.kind === 'some'
  const named = new Map(isSome ? selection.files : selection.except)
  for (const { id, size } of files) {
    if (on === isSome) named.set(id, size)
    else named.delete(id)
  }
  return isSome ? { kind: 'some', files: named } : { kind: 'matching', except: named }
}

export const toggle = (selection: Selection, file: Chosen): Selection =>
  choose(selection, [file], !isChosen(selection, file.id))

/** How much is chosen, of all that match. */
export function amountOf(selection: Selection, all: { readonly files: number; readonly bytes: number }) {
  const named = selection.kind === 'some' ? selection.files : selection.except
  const bytes = [...named.values()].reduce((sum, size) => sum + size, 0)
  if (selection.kind === 'some') return { files: named.size, bytes }
  return { files: Math.max(0, all.files - named.size), bytes: Math.max(0, all.bytes - bytes) }
}

/** The selection as the relay takes it. */
export function toRequest(selection: Selection, filter: FileFilterInput): FileSelection {
  return selection.kind === 'some'
    ? { hashes: [...selection.files.keys()] }
    : { filter: { ...filter, status: filter.status ?? 'stored' } as never, except: [...selection.except.keys()] }
}
