import { useBlocker } from '@tanstack/react-router'
import { useHoldPage } from '../../at-work.ts'
import { useTexts } from '../../i18n/texts.ts'
import { isLeftUnasked } from '../../page-end.ts'
import { confirm, type Question } from '../overlays/confirm.ts'

/** What is asked before something goes that nobody has saved; the usual words stand where none are given. */
export type LeaveQuestion = Partial<Pick<Question, 'title' | 'text' | 'action' | 'cancel'>>

export interface UnsavedGuard extends LeaveQuestion {
  /** The changes live on at this path, e.g. another group of the same editor. */
  readonly keeps?: (path: string) => boolean
  /** They live in what this parameter of the URL opens, and not only on this path. */
  readonly parameter?: string
  /** The changes are kept as a draft when the session ends or the screen is locked, so that nobody need be asked then. */
  readonly drafted?: boolean
  /** They are not worth that the screen stays when the session ends or is locked: nobody is asked then either. */
  readonly yields?: boolean
}

/** Asks whether what is unsaved may go. Resolves to the answer. */
export function useLeaveQuestion({ title, text, action, cancel }: LeaveQuestion = {}): () => Promise<boolean> {
  const { t } = useTexts()
  return () =>
    confirm({
      title: title ?? t('ui.unsaved.title'),
      text: text ?? t('ui.unsaved.text'),
      action: action ?? t('ui.unsaved.leave'),
      cancel: cancel ?? t('ui.unsaved.stay'),
      danger: true,
    })
}

/** Asks before unsaved changes go: on leaving the page, on closing the tab. */
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
