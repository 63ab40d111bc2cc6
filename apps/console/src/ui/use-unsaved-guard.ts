import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHoldPage } from '../at-work.ts'
import { isLeftUnasked } from '../page-end.ts'
import { confirm } from './confirm.ts'

export interface UnsavedGuard {
  /** The changes live on at this path, e.g. another group of the same editor. */
  readonly keeps?: (path: string) => boolean
  /** What is lost, where it is no edit. */
  readonly text?: string
  /** The changes are kept as a draft when the session ends or the screen is locked, so that nobody need be asked then. */
  readonly drafted?: boolean
}

/** Asks before unsaved changes go: on leaving the page, on closing the tab. */
export function useUnsavedGuard(dirty: boolean, { keeps, text, drafted = false }: UnsavedGuard = {}): void {
  const { t } = useTranslation()
  useHoldPage(dirty)
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => dirty && !(drafted && isLeftUnasked()),
    shouldBlockFn: async ({ current, next }) => {
      const isKept = keeps?.(next.pathname) || (drafted && next.pathname === '/lock')
      if (next.pathname === current.pathname || isKept) return false
      const leave = await confirm({
        title: t('ui.unsaved.title'),
        text: text ?? t('ui.unsaved.text'),
        action: t('ui.unsaved.leave'),
        cancel: t('ui.unsaved.stay'),
        danger: true,
      })
      return !leave
    },
  })
}
