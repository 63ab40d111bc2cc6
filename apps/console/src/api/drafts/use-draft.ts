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
  /** Lays the edits over what the form holds now, as edits. */
  readonly restore: () => void
  /** They are not wanted. Answers the way to take that back. */
  readonly forget: () => () => void
}

/** How a form deals with edits that were kept of it. */
export interface DraftForm {
  /** What of them still has a place in the form and differs from what that shows. */
  readonly cut: (kept: Edits) => Edits
  /** Takes up what `cut` has left. */
  readonly take: (fitting: Edits) => void
}

/** Whose drafts these are; nobody's in the demo, where everything is made up. */
const draftPerson = () => (isDemo() ? undefined : personOf(readSession()))
const rawDrafts = () => sessionStorage.getItem(draftsKey)

/** The drafts of who is signed in, by form. */
export function useDrafts(): Readonly<Record<string, Draft>> {
  const [person] = useState(draftPerson)
  const raw = useSyncExternalStore(onDraftsChange, rawDrafts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what lies in the store is read anew when it has changed
  return useMemo(() => (person === undefined ? {} : readDrafts(person)), [person, raw])
}

/**
 * Lets the unsaved edits of a form outlive the end of the session: they are written down when this document is left
 * without being asked, and offered when the same person is back.
 * @param edits what differs from what is saved, without secrets
 * @returns the offer of the draft that waits; undefined without one of which something fits
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
  // All of it stands there, saved, or has no place any more: nothing waits.
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
