import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** The chunk of a page could not be had: the server is silent, or after an update it no longer has files of the old build. */
export class PageMissingError extends Error {
  override readonly name = 'PageMissingError'
}

/**
 * A page in a chunk of its own. That it cannot be had is told by an error of ours: of the browser's the router makes a
 * reload of the document, which on a broken line leaves nothing.
 */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const fetchPage = () =>
    load().catch(cause => {
      throw new PageMissingError('The page could not be fetched', { cause })
    })
  return lazyRouteComponent(fetchPage as () => Promise<Record<string, ComponentType>>, name)
}
