import type { ComponentType } from 'react'
import { loadTexts } from '../../i18n/load-texts.ts'
import { lazy } from '../../ui/page/lazy.tsx'

/** A screen in its own chunk with its texts, which keeps the login small. */
export const laterScreen = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => (await Promise.all([load(), loadTexts('signInLater')]))[0]).Part
