/** For `onSubmit`: the page sends the form by itself; the browser would load another page. */
export const submits = (send: () => unknown) => (event: { preventDefault: () => void }) => {
  event.preventDefault()
  void send()
}
