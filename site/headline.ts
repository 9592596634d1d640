/**
 * How a headline of this length is set in the first view: the class of its size, and how many letters
 * of one word a window of 320 px holds in it.
 */
export function headlineSize({ title, titleAccent }: { title: string; titleAccent: string }) {
  const letters = title.length + titleAccent.length;
  if (letters <= 50) return { word: 11 };
  return letters <= 85 ? { name: 'long', word: 15 } : { name: 'longest', word: 20 };
}
