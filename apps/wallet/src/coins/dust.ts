/** Spending costs are counted at this rate (Bitcoin Core's dustrelayfee). */
const dustRate = 3
/** Vbytes of an input that spends a witness output, and of any other. */
const witnessInputVbytes = 67
const otherInputVbytes = 148

/** Spending less would cost a third of it: 294 for P2WPKH, 330 for P2WSH and taproot, 546 for P2PKH. */
export function dustLimitSats(script: string): number {
  const bytes = script.length / 2
  const isWitness = /^(00|5[1-9a-f]|60)/.test(script) && bytes >= 4 && bytes <= 42
  return (8 + 1 + bytes + (isWitness ? witnessInputVbytes : otherInputVbytes)) * dustRate
}
