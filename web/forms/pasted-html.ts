/** Word writes lists as paragraphs with a sign in front of each. */
const WORD_ITEM = 'p[style*="mso-list"], p[class*="MsoListParagraph"]'
const WORD_SIGN = '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]'

const rename = (element: Element, name: string) => {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

const addWordItem = (paragraph: Element) => {
  const sign = paragraph.querySelector(WORD_SIGN)
  const listName = /^\s*\w+[.)]/.test(sign?.textContent ?? '') ? 'ol' : 'ul'
  sign?.remove()
  const before = paragraph.previousElementSibling
  const item = rename(paragraph, 'li')
  if (before?.localName === listName && before.hasAttribute('data-word-list')) before.append(item)
  else {
    const list = item.ownerDocument.createElement(listName)
    list.setAttribute('data-word-list', '')
    item.replaceWith(list)
    list.append(item)
  }
}

/** Two levels of headings, and lists that are lists; all else the editor's schema leaves out by itself. */
export const cleanPastedHtml = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2')
  for (const heading of body.querySelectorAll('h4, h5, h6')) rename(heading, 'h3')
  for (const paragraph of body.querySelectorAll(WORD_ITEM)) addWordItem(paragraph)
  return body.innerHTML
}
