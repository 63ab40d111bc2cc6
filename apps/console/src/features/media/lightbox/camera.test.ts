import { expect, it } from 'vitest'
import { cameraName, exposureParts } from './camera.ts'

const nothing = {
  make: '',
  model: '',
  lens: '',
  exposureSeconds: null,
  aperture: null,
  iso: null,
  focalMm: null,
  takenAt: null,
  hasPlace: false,
}

it.each([
  ['Canon', 'Canon EOS R6', 'Canon EOS R6'],
  ['NIKON CORPORATION', 'NIKON Z 6', 'NIKON Z 6'],
  ['Apple', 'iPhone 15', 'Apple iPhone 15'],
  ['Apple', '', 'Apple '],
  ['', 'H-1', 'H-1'],
  ['', '', ''],
])('a camera by %j called %j is %j', (make, model, name) => {
  expect(cameraName({ make, model }).trim()).toBe(name.trim())
})

it('an exposure is written as photographers do, without what is unknown', () => {
  expect(exposureParts(nothing)).toEqual([])
  const known = { ...nothing, exposureSeconds: 0.004, aperture: 2.8, iso: 400, focalMm: 50 }
  expect(exposureParts(known)).toEqual(['1/250 s', 'f/2.8', 'ISO 400', '50 mm'])
  expect(exposureParts({ ...nothing, exposureSeconds: 2.5 })).toEqual(['2.5 s'])
})
