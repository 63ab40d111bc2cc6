import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadTexts } from '../i18n/load-texts.ts'

/** The chunk of a page could not be had: the server is silent, or after an update it no longer has files of the old build. */
export class PageMissingError extends Error {
  override readonly name = 'PageMissingError'
}

/**
 * A page in a chunk of its own, with its texts. That it cannot be had is told by an error of ours: of the browser's the
 * router makes a reload of the document, which on a broken line leaves nothing.
 */
export const lazyPage = (load: () => Promise<ComponentType>) =>
  firstPage(async () => (await Promise.all([load(), loadTexts('later')]))[0])

/** One whose texts are among the first, so that it waits for no others. */
export function firstPage(load: () => Promise<ComponentType>) {
  const fetchPage = async () => {
    try {
      return { Page: await load() }
    } catch (cause) {
      throw new PageMissingError('The page could not be fetched', { cause })
    }
  }
  return lazyRouteComponent(fetchPage, 'Page')
}
