import { findImports } from '../find-imports.ts'
import { consoleRoomOf, featureOf } from '../place.ts'
import type { Rule } from '../source-file.ts'

const isContract = (target: string | undefined) => target?.startsWith('packages/contract/') === true

export const consoleRules: Rule[] = [
  {
    name: 'features-apart',
    reason: 'A feature of the console imports no other feature and not the app: only app/ combines features.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => featureOf(path) !== undefined,
        (one, path) => {
          if (!one.target) return false
          const feature = featureOf(one.target)
          return (feature !== undefined && feature !== featureOf(path)) || consoleRoomOf(one.target) === 'app'
        },
      ),
  },
  {
    name: 'ui-knows-nothing',
    reason: 'ui/ imports no feature, no api, no app and no contract: buttons and charts know nothing about relays.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => consoleRoomOf(path) === 'ui',
        one => {
          const room = one.target && consoleRoomOf(one.target)
          return room === 'features' || room === 'api' || room === 'app' || isContract(one.target)
        },
      ),
  },
  {
    name: 'api-below-features',
    reason: 'api/ imports no feature, no ui and no app: it serves the contract to any caller.',
    severity: 'error',
    check: files =>
      findImports(
        files,
        path => consoleRoomOf(path) === 'api',
        one => {
          const room = one.target && consoleRoomOf(one.target)
          return room === 'features' || room === 'ui' || room === 'app'
        },
      ),
  },
]
