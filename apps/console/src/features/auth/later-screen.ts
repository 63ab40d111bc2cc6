import type { ComponentType } from 'react'
import { lazy } from '../../ui/page/lazy.tsx'

/** A screen in a chunk of its own, together with its texts: the login stays as light as it is. */
export function laterScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => {
    const [screen, { laterTexts }] = await Promise.all([load(), import('./texts/later-texts.ts')])
    await laterTexts
    return screen
  }).Part
}
