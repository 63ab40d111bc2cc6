import type { Hit } from '../hits/hit.ts'
import { bestOf } from '../hits/match.ts'
import type { SearchedAction } from '../searched-actions.ts'

export const actionHit = ({ name, title, icon, target }: SearchedAction): Hit => ({
  key: `action ${name}`,
  category: 'actions',
  icon,
  title,
  target,
})

export const findActions = (query: string, actions: readonly SearchedAction[]): Hit[] =>
  bestOf(actions, query, ({ title, words }) => [title, words]).map(actionHit)
