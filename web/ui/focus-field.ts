/** Puts the focus into a field and the field where it can be seen. */
export const focusField = (id: string) => {
  const field = document.getElementById(id)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
