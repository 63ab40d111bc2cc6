import type { ComponentType } from 'react'
import { loadTexts } from '../../i18n/load-texts.ts'
import { lazy } from '../../ui/page/lazy.tsx'

/** A screen in a chunk of its own, together with its texts: the login stays as light as it is. */
export const laterScreen = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => (await Promise.all([load(), loadTexts('signInLater')]))[0]).Part
