// The relay's messages (NIP-01, NIP-42, NIP-45, NIP-77) as text.

export function okAnswer(eventId: string, accepted: boolean, message = ''): string {
  return `["OK","${eventId}",${accepted},${JSON.stringify(message)}]`
}

export function eoseAnswer(subscriptionJson: string): string {
  return `["EOSE",${subscriptionJson}]`
}

export function closedAnswer(subscriptionId: string, message: string): string {
  return JSON.stringify(['CLOSED', subscriptionId, message])
}

export function negMessage(subscriptionId: string, bytes: Buffer): string {
  return JSON.stringify(['NEG-MSG', subscriptionId, bytes.toString('hex')])
}

export function negError(subscriptionId: string, reason: string): string {
  return JSON.stringify(['NEG-ERR', subscriptionId, reason])
}

export function noticeAnswer(message: string): string {
  return JSON.stringify(['NOTICE', message])
}

export function authAnswer(challenge: string): string {
  return JSON.stringify(['AUTH', challenge])
}

export function countAnswer(subscriptionId: string, count: number, isApproximate = false): string {
  return JSON.stringify(['COUNT', subscriptionId, isApproximate ? { count, approximate: true } : { count }])
}
