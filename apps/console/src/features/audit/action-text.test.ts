import { auditActions } from '@hornets/contract/admin'
import { expect, it } from 'vitest'
import english from '../../i18n/en.json'
import { actionKey } from './action-text.ts'

it('every action of the audit log has a text, and no text is of nothing', () => {
  expect(Object.keys(english.audit.actions).sort()).toEqual(auditActions.map(actionKey).sort())
})
