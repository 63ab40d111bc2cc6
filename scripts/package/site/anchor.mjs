/** As hosts of repositories make it from a heading. @param {string} heading */
export const anchorOf = heading =>
  heading
    .toLowerCase()
    .replaceAll('`', '')
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-')
