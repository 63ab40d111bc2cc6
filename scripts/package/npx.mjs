#!/usr/bin/env node
// `npx ./hornets-console-1.0.0.tgz`: starts a release. Program and data are stored where it was called, not in npm's cache.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../setup/workspace.mjs'
import { programOutside } from './program-outside.mjs'

const program = programOutside(root, resolve('hornets-program'))
process.env.DATA_DIR = resolve(process.env.DATA_DIR || 'hornets-data')
await import(pathToFileURL(join(program, 'scripts', 'start.mjs')).href)
