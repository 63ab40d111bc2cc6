import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHoldPage } from '../at-work.ts'
import { confirm } from './confirm.ts'

/**
 * Asks before unsaved changes go: on leaving the page, on closing the tab. `keeps` says of a path that the changes live
 * on there, e.g. another group of the same editor; `text` says what is lost where it is no edit.
 */
export function useUnsavedGuard(dirty: boolean, keeps: (path: string) => boolean = () => false, text?: string): void {
  const { t } = useTranslation()
  useHoldPage(dirty)
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next }) => {
      if (next.pathname === current.pathname || keeps(next.pathname)) return false
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
