/** Refused fields as the summary lists them: in the order of the labels, which is that of the page. */
export const errorsInOrder = (errors: Record<string, string>, labels: Record<string, string>) =>
  [...Object.keys(labels), ...Object.keys(errors).filter((field) => !(field in labels))].flatMap((field) => {
    const text = errors[field]
    return text === undefined ? [] : [{ id: field, text: labels[field] ? `${labels[field]}: ${text}` : text }]
  })
