/** @import { PageTexts } from '../../../mail/letters/en.ts' */

/**
 * An element of the page, by its id.
 * @template {Element} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
export function element(id) {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no element ${id}`)
  return /** @type {Kind} */ (/** @type {Element} */ (found))
}

/** In the language of the page. @type {PageTexts} */
export const texts = JSON.parse(element('texts').textContent)

/** @param {string} id @returns {HTMLInputElement} */
export const input = id => element(id)
/** @param {string} id @returns {HTMLAnchorElement} */
export const link = id => element(id)
