import { becomePictureProcess, noLibrary } from '../thumbnails/picture-process.ts'

// Optimises one picture, named by the arguments, and ends: no stranger's file meets another one.

becomePictureProcess()

const [, , from = '', to = ''] = process.argv
const { optimise } = await import('./optimise.ts').catch(() => process.exit(noLibrary))
const optimised = await optimise(from, to).catch(() => null)
process.send?.(optimised, () => process.exit(0))
