import { secretMask } from '@hornets/contract/admin/settings'
import type { Locator, Page } from 'playwright-core'

/** What a field shows, in the type of `sample`. */
export async function readField(field: Locator, sample: unknown): Promise<unknown> {
  if (typeof sample === 'boolean') return (await field.getByRole('switch').getAttribute('aria-checked')) === 'true'
  if (sample === secretMask) return (await field.getByText('A secret is set').count()) === 1 ? secretMask : ''
  const choice = field.getByRole('combobox')
  if (Array.isArray(sample)) {
    await choice.waitFor()
    const names = await field
      .getByRole('button', { name: /^Remove / })
      .evaluateAll(all => all.map(one => one.ariaLabel))
    return names.map(name => Number.parseInt(name?.replace('Remove ', '') ?? '', 10))
  }
  if ((await choice.count()) === 1) return choice.innerText()
  const open = field.page().locator('input:not([type=password]), textarea')
  const text = await field.getByRole('textbox').and(open).inputValue()
  return typeof sample === 'number' ? Number(text) : text
}

/** Fills in a field, by its control. */
export async function enter(page: Page, field: Locator, value: unknown): Promise<void> {
  if (typeof value === 'boolean') return field.getByRole('switch').click()
  const choice = field.getByRole('combobox')
  if (Array.isArray(value)) {
    await choice.pressSequentially(String(value.at(-1)))
    await choice.press('Enter')
    return choice.press('Escape')
  }
  if ((await choice.count()) === 1) {
    await choice.click()
    return page.getByRole('option', { name: String(value), exact: true }).click()
  }
  const replace = field.getByRole('button', { name: 'Replace' })
  if ((await replace.count()) === 1) await replace.click()
  await field.locator('input, textarea').first().fill(String(value))
}
