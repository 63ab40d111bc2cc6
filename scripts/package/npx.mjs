#!/usr/bin/env node
// `npx ./hornets-console-1.0.0.tgz`: starts from a release. The data is stored where it was called, not in npm's cache.
import { resolve } from 'node:path'

process.env.DATA_DIR = resolve(process.env.DATA_DIR || 'hornets-data')
await import('../start.mjs')
