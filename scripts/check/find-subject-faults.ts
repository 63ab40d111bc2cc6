const verbs =
  'Accept Add Allow Avoid Change Check Copy Count Delete Document Encrypt Fix Keep Limit Load Log Merge Move Open ' +
  'Prevent Read Reduce Refuse Remove Rename Replace Require Restart Restore Return Revert Rewrite Run Send Shorten ' +
  'Simplify Sort Speed Split Start Stop Store Support Test Translate Update Upgrade Use Validate Verify Write'
const known = new Set(verbs.split(' '))

/** What is wrong with a commit's subject; empty if nothing is. */
export function findSubjectFaults(subject: string): string[] {
  const [first = ''] = subject.split(' ')
  return [
    ...(known.has(first) ? [] : [`begins with '${first}', not with one of: ${verbs}`]),
    ...(subject.length < 12 || subject.length > 72 ? [`has ${subject.length} characters, not 12 to 72`] : []),
    ...(subject.endsWith('.') ? ['ends with a full stop'] : []),
  ]
}
