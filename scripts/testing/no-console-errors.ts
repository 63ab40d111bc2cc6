import { afterEach, beforeEach } from 'vitest'
import { guardConsole } from './console-guard.ts'

const guard = guardConsole(console)
beforeEach(guard.begin)
afterEach(guard.end)
