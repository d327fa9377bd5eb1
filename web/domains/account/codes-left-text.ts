export const codesLeftText = (count: number) => {
  if (count === 0) return 'Sie haben keinen Wiederherstellungscode mehr. Bitte erzeugen Sie neue.'
  return count === 1 ? 'Es gilt noch 1 Wiederherstellungscode.' : `Es gelten noch ${count} Wiederherstellungscodes.`
}
