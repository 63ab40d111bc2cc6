import type { ComponentType } from 'react'
import { loadTexts } from '../../i18n/load-texts.ts'
import { lazy } from '../../ui/page/lazy.tsx'

/**
 * The sign-in comes in two stages: the login, then the screens after it (`screens.ts`) and what replaces an extension
 * (`signers/other-ways.ts`), both with their texts. In one stage it would weigh more than it may, and the password could be
 * typed later: docs/decisions/025-one-console.md has the figures. Nothing else in the sign-in is lazy.
 */
export const secondStage = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => (await Promise.all([load(), loadTexts('signInLater')]))[0]).Part
