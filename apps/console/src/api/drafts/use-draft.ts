import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { onPageEnd } from '../../page-end.ts'
import { isDemo } from '../session/demo.ts'
import { accountOf, draftsKey, readSession } from '../session/session.ts'
import {
  type Draft,
  type Edits,
  forgetDraft,
  keepDraft,
  offerAgain,
  onDraftsChange,
  readDrafts,
} from './draft-store.ts'

export interface DraftOffer extends Pick<Draft, 'at'> {
  /** Applies the edits over the form's current values, as edits. */
  readonly restore: () => void
  /** Discards them. Returns a function that undoes it. */
  readonly forget: () => () => void
}

export interface DraftForm {
  /** The part that still fits the form and differs from its values. */
  readonly cut: (kept: Edits) => Edits
  /** Applies the result of `cut`. */
  readonly take: (fitting: Edits) => void
}

const draftAccount = () => (isDemo() ? undefined : accountOf(readSession()))
const rawDrafts = () => sessionStorage.getItem(draftsKey)

export function useDrafts(): Readonly<Record<string, Draft>> {
  const [account] = useState(draftAccount)
  const raw = useSyncExternalStore(onDraftsChange, rawDrafts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is read again when it has changed
  return useMemo(() => (account === undefined ? {} : readDrafts(account)), [account, raw])
}

/**
 * Stored when the document is left without a prompt, offered when the same account returns. `edits`: without secrets.
 */
export function useDraft(form: string, edits: Edits, { cut, take }: DraftForm): DraftOffer | undefined {
  const [account] = useState(draftAccount)
  const draft = useDrafts()[form]
  const latest = useRef(edits)
  useEffect(() => {
    latest.current = edits
  })
  useEffect(() => {
    if (account === undefined) return
    return onPageEnd(() => keepDraft(account, form, latest.current))
  }, [account, form])
  const fitting = draft ? cut(draft.edits) : {}
  const isEmpty = Object.keys(fitting).length === 0
  // All of it is saved or has no field any more: nothing to offer.
  const isSpent = draft !== undefined && isEmpty && Object.keys(edits).length === 0
  useEffect(() => {
    if (account !== undefined && isSpent) forgetDraft(account, form)
  }, [account, form, isSpent])
  if (!draft || account === undefined || isEmpty) return undefined
  const forget = () => {
    forgetDraft(account, form)
    return () => offerAgain(account, form, draft.edits)
  }
  const restore = () => {
    take(fitting)
    forgetDraft(account, form)
  }
  return { at: draft.at, restore, forget }
}
