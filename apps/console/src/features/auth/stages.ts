import type { ComponentType } from 'react'
import { loadTexts } from '../../i18n/load-texts.ts'
import { lazy } from '../../ui/page/lazy.tsx'

/**
 * The login, then all else with its texts: docs/decisions/025-one-console.md has the figures. Nothing else here is
 * lazy.
 */
export const secondStage = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => (await Promise.all([load(), loadTexts('signInLater')]))[0]).Part
