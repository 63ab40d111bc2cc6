import { expect, it } from 'vitest'
import { createRequests } from './requests.ts'

it('delivers requests made before the first listener in order and once', () => {
  const requests = createRequests<string>()
  requests.send('first')
  requests.send('second')
  const served: string[] = []
  const stop = requests.listen(request => served.push(request))
  requests.send('third')
  expect(served).toEqual(['first', 'second', 'third'])
  stop()
  requests.send('fourth')
  requests.listen(request => served.push(request))
  expect(served).toEqual(['first', 'second', 'third', 'fourth'])
})
