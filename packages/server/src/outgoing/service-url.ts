import { ServiceError } from './service-error.ts'

/** The address of a service as the operator entered it, with or without a scheme. Throws ServiceError. */
export function serviceUrl(address: string): URL {
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new ServiceError('unreachable', address)
}
