import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { onPageEnd } from '../../page-end.ts'
import { isDemo } from '../session/demo.ts'
import { draftsKey, personOf, readSession } from '../session/session.ts'
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

/** How a form handles its stored edits. */
export interface DraftForm {
  /** The part that still fits the form and differs from its values. */
  readonly cut: (kept: Edits) => Edits
  /** Applies the result of `cut`. */
  readonly take: (fitting: Edits) => void
}

/** The drafts' owner; undefined in the demo, whose data is fictional. */
const draftPerson = () => (isDemo() ? undefined : personOf(readSession()))
const rawDrafts = () => sessionStorage.getItem(draftsKey)

/** The signed-in user's drafts, by form. */
export function useDrafts(): Readonly<Record<string, Draft>> {
  const [person] = useState(draftPerson)
  const raw = useSyncExternalStore(onDraftsChange, rawDrafts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what lies in the store is read anew when it has changed
  return useMemo(() => (person === undefined ? {} : readDrafts(person)), [person, raw])
}

/**
 * Lets a form's unsaved edits outlive the session: they are stored when the document is left without a prompt, and
 * offered when the same person returns.
 * @param edits differences from the saved values, without secrets
 * @returns the offered draft; undefined if none fits
 */
export function useDraft(form: string, edits: Edits, { cut, take }: DraftForm): DraftOffer | undefined {
  const [person] = useState(draftPerson)
  const draft = useDrafts()[form]
  const latest = useRef(edits)
  useEffect(() => {
    latest.current = edits
  })
  useEffect(() => {
    if (person === undefined) return
    return onPageEnd(() => keepDraft(person, form, latest.current))
  }, [person, form])
  const fitting = draft ? cut(draft.edits) : {}
  const isEmpty = Object.keys(fitting).length === 0
  // All of it is saved or has no field any more: nothing to offer.
  const isSpent = draft !== undefined && isEmpty && Object.keys(edits).length === 0
  useEffect(() => {
    if (person !== undefined && isSpent) forgetDraft(person, form)
  }, [person, form, isSpent])
  if (!draft || person === undefined || isEmpty) return undefined
  const forget = () => {
    forgetDraft(person, form)
    return () => offerAgain(person, form, draft.edits)
  }
  const restore = () => {
    take(fitting)
    forgetDraft(person, form)
  }
  return { at: draft.at, restore, forget }
}
