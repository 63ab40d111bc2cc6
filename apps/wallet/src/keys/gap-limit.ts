/** As many unused addresses in a row as wallets look through that restore by words alone (BIP 44). */
export const usualGapLimit = 20
