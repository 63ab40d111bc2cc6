import type { AccessChange, AccessRights, ReadMode, WriteMode } from '@hornets/contract/admin/access-rights'

export interface RightsDraft {
  readonly write: WriteMode
  readonly read: ReadMode
  /** One key per line, in any notation. */
  readonly roots: string
  readonly depth: number | null
  readonly min_pow: number | null
  readonly created_at_past_seconds: number | null
  readonly created_at_future_seconds: number | null
}

export const draftOf = ({ trust, ...rights }: AccessRights): RightsDraft => ({
  ...rights,
  roots: trust.roots.join('\n'),
  depth: trust.depth,
})

export function changeOf(saved: AccessRights, draft: RightsDraft): AccessChange {
  const before = draftOf(saved)
  const trust = {
    ...(draft.roots !== before.roots && { roots: draft.roots.split(/\s+/).filter(Boolean) }),
    ...(draft.depth !== null && draft.depth !== before.depth && { depth: draft.depth }),
  }
  const limit = (key: 'min_pow' | 'created_at_past_seconds' | 'created_at_future_seconds') =>
    (draft[key] ?? 0) !== saved[key] && { [key]: draft[key] ?? 0 }
  return {
    ...(draft.write !== saved.write && { write: draft.write }),
    ...(draft.read !== saved.read && { read: draft.read }),
    ...(Object.keys(trust).length > 0 && { trust }),
    ...limit('min_pow'),
    ...limit('created_at_past_seconds'),
    ...limit('created_at_future_seconds'),
  }
}

/** Common combinations: open to all, invite only, a closed relay, and only its owners. */
export const presets = {
  open: { write: 'everyone', read: 'everyone' },
  invite: { write: 'invited', read: 'everyone' },
  closed: { write: 'invited', read: 'writers' },
  me: { write: 'listed', read: 'writers' },
} as const
export type Preset = keyof typeof presets

export function presetOf({ write, read }: Pick<RightsDraft, 'write' | 'read'>): Preset | undefined {
  const names = Object.keys(presets) as Preset[]
  return names.find(name => presets[name].write === write && presets[name].read === read)
}

export interface PartProps {
  readonly draft: RightsDraft
  readonly onChange: (next: Partial<RightsDraft>) => void
}
