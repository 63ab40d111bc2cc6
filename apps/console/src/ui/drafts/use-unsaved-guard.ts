import { useBlocker } from '@tanstack/react-router'
import { useHoldPage } from '../../at-work.ts'
import { useTexts } from '../../i18n/texts.ts'
import { isLeftUnasked } from '../../page-end.ts'
import { confirm, type Question } from '../overlays/confirm.ts'

/** The question before unsaved changes are lost, with defaults. */
export type LeaveQuestion = Partial<Pick<Question, 'title' | 'text' | 'action' | 'cancel'>>

export interface UnsavedGuard extends LeaveQuestion {
  /** The changes survive at this path, e.g. another group of the same editor. */
  readonly keeps?: (path: string) => boolean
  /** The changes belong to what this URL parameter opens, not only to this path. */
  readonly parameter?: string
  /** Changes are kept as a draft when the session ends or the screen is locked, so no question is needed. */
  readonly drafted?: boolean
  /** Changes do not matter when the session ends or the screen is locked: no question is asked. */
  readonly yields?: boolean
}

/** Asks whether unsaved changes can be lost. Resolves to the answer. */
export function useLeaveQuestion({ title, text, action, cancel }: LeaveQuestion = {}): () => Promise<boolean> {
  const { t } = useTexts()
  return () =>
    confirm({
      title: title ?? t('session.unsaved.title'),
      text: text ?? t('session.unsaved.text'),
      action: action ?? t('session.unsaved.leave'),
      cancel: cancel ?? t('session.unsaved.stay'),
      danger: true,
    })
}

/** Asks before unsaved changes are lost by leaving the page or closing the tab. */
export function useUnsavedGuard(dirty: boolean, guard: UnsavedGuard = {}): void {
  const { keeps, parameter, drafted = false, yields = drafted } = guard
  const mayLeave = useLeaveQuestion(guard)
  useHoldPage(dirty)
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => dirty && !(yields && isLeftUnasked()),
    shouldBlockFn: async ({ current, next }) => {
      const isKept = keeps?.(next.pathname) || (yields && next.pathname === '/lock')
      const isHere = next.pathname === current.pathname && isSame(parameter, current.search, next.search)
      if (isHere || isKept) return false
      return !(await mayLeave())
    },
  })
}

const isSame = (parameter: string | undefined, one: Record<string, unknown>, other: Record<string, unknown>) =>
  parameter === undefined || one[parameter] === other[parameter]
