/**
 * Makes a value at its first use and keeps it. Making a formatter of `Intl` takes up to 70 ms in a browser, and most pages
 * that import one never use it.
 */
export const whenUsed = <T extends object>(make: () => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
