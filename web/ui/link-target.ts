/** A path with its query and part in the shape of the router's links: `/admin/bewerbungen?status=new#notes`. */
export const linkTarget = (path: string) => {
  const [address = '', hash] = path.split('#')
  const [to = '', query = ''] = address.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(query)), ...(hash && { hash }) }
}
