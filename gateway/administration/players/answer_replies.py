"""Replies to the player for each verdict, in the languages of the site. Pure."""

from typing import Final

from gateway.administration.players.answer_rules import Verdict

_Texts = tuple[str, str, str]
LANGUAGES: Final = ("en", "es", "pt")

REPLIES: Final[dict[Verdict, _Texts]] = {
    "never_asked": (
        "Hello! We find no donation of this account. Which account did you use, and which payment number do you have?",
        "¡Hola! No encontramos ninguna donación de esta cuenta. ¿Qué cuenta usaste y qué número de pago tenés?",
        "Olá! Não encontramos nenhuma doação desta conta. Qual conta você usou e qual é o número do pagamento?",
    ),
    "never_paid": (
        "Hello! The checkout over {amount} ended without a payment, so nothing was charged. You can try again.",
        "¡Hola! El checkout de {amount} terminó sin pago, así que no se cobró nada. Podés intentarlo de nuevo.",
        "Olá! O checkout de {amount} terminou sem pagamento, então nada foi cobrado. Você pode tentar de novo.",
    ),
    "pending": (
        "Hello! Your payment of {amount} is pending at the provider. The coins come when the provider accepts it.",
        "¡Hola! Tu pago de {amount} está pendiente en el proveedor. Las monedas llegan cuando lo acepte.",
        "Olá! Seu pagamento de {amount} está pendente no provedor. As moedas chegam quando ele for aceito.",
    ),
    "notice_missing": (
        "Hello! Your payment of {amount} has arrived, and we are asking the provider for its confirmation.",
        "¡Hola! Tu pago de {amount} llegó, y estamos pidiendo la confirmación al proveedor.",
        "Olá! Seu pagamento de {amount} chegou, e estamos pedindo a confirmação ao provedor.",
    ),
    "parked": (
        "Hello! Your payment does not match its donation over {amount}. We are checking it, and write again today.",
        "¡Hola! Tu pago no coincide con la donación de {amount}. Lo estamos revisando y te escribimos hoy.",
        "Olá! Seu pagamento não confere com a doação de {amount}. Estamos verificando e escrevemos ainda hoje.",
    ),
    "credited_not_sent": (
        "Hello! Your {coins} coins are in your wallet on the site. Open Wallet, then Send, and choose your character.",
        "¡Hola! Tus {coins} monedas están en tu cartera del sitio. Abrí Cartera, después Enviar, y elegí tu personaje.",
        "Olá! Suas {coins} moedas estão na sua carteira do site. Abra Carteira, depois Enviar, e escolha o personagem.",
    ),
    "sent_waiting": (
        "Hello! Your {coins} coins are on their way to {character}. Log in with that character to receive them.",
        "¡Hola! Tus {coins} monedas van en camino a {character}. Entrá con ese personaje para recibirlas.",
        "Olá! Suas {coins} moedas estão a caminho de {character}. Entre com esse personagem para recebê-las.",
    ),
    "given": (
        "Hello! The game has given your {coins} coins to {character}. They count as delivered when it saves them.",
        "¡Hola! El juego le dio tus {coins} monedas a {character}. Cuentan como entregadas cuando el juego las guarda.",
        "Olá! O jogo deu suas {coins} moedas a {character}. Elas contam como entregues quando o jogo as salva.",
    ),
    "unconfirmed": (
        "Hello! The game server stopped before we saw it save your {coins} coins for {character}. We are checking it.",
        "¡Hola! El servidor se detuvo antes de verlo guardar tus {coins} monedas de {character}. Lo estamos revisando.",
        "Olá! O servidor parou antes de o vermos salvar suas {coins} moedas de {character}. Estamos verificando.",
    ),
    "stuck": (
        "Hello! Your payment is fine. The game did not confirm your {coins} coins for {character}; we are settling it.",
        "¡Hola! Tu pago está bien. El juego no confirmó tus {coins} monedas para {character}; lo estamos resolviendo.",
        "Olá! Seu pagamento está certo. O jogo não confirmou suas {coins} moedas para {character}; estamos resolvendo.",
    ),
    "returned": (
        "Hello! Your {coins} coins are back in your wallet on the site. You can send them again.",
        "¡Hola! Tus {coins} monedas volvieron a tu cartera del sitio. Podés enviarlas de nuevo.",
        "Olá! Suas {coins} moedas voltaram para a sua carteira do site. Você pode enviá-las de novo.",
    ),
    "delivered": (
        "Hello! Your {coins} coins were handed to {character}. Please look into the bag of that character.",
        "¡Hola! Tus {coins} monedas se entregaron a {character}. Mirá en el inventario de ese personaje.",
        "Olá! Suas {coins} moedas foram entregues a {character}. Veja no inventário desse personagem.",
    ),
    "other_character": (
        "Hello! Your {coins} coins were handed to your character {character}. Please look there.",
        "¡Hola! Tus {coins} monedas se entregaron a tu personaje {character}. Buscalas ahí.",
        "Olá! Suas {coins} moedas foram entregues ao seu personagem {character}. Procure lá.",
    ),
    "refunded": (
        "Hello! Your payment of {amount} was refunded, so its coins were taken back.",
        "¡Hola! Tu pago de {amount} fue reembolsado, por eso se retiraron sus monedas.",
        "Olá! Seu pagamento de {amount} foi reembolsado, por isso as moedas foram retiradas.",
    ),
    "disputed": (
        "Hello! Your payment of {amount} is disputed. Its unspent coins are frozen until the provider decides.",
        "¡Hola! Tu pago de {amount} está en disputa. Sus monedas sin gastar quedan congeladas hasta la decisión.",
        "Olá! Seu pagamento de {amount} está em disputa. As moedas não gastas ficam congeladas até o provedor decidir.",
    ),
    "other_account": (
        "Hello! We find your payment, but for another account of yours. Please sign in with that account.",
        "¡Hola! Encontramos tu pago, pero en otra cuenta tuya. Ingresá con la cuenta para la que pagaste.",
        "Olá! Encontramos seu pagamento, mas em outra conta sua. Entre com a conta para a qual você pagou.",
    ),
    "game_unreadable": (
        "Hello! The game's database does not answer right now. Please try again in some minutes.",
        "¡Hola! La base de datos del juego no responde ahora. Probá de nuevo en unos minutos.",
        "Olá! O banco de dados do jogo não responde agora. Tente de novo em alguns minutos.",
    ),
    "no_account": (
        "Hello! The game has no account of this name. Please check its spelling.",
        "¡Hola! El juego no tiene una cuenta con ese nombre. Revisá cómo se escribe.",
        "Olá! O jogo não tem uma conta com esse nome. Confira como se escreve.",
    ),
    "banned": (
        "Hello! This account is banned in the game, so it cannot sign in on the site either.",
        "¡Hola! Esta cuenta está expulsada en el juego, por eso tampoco puede ingresar al sitio.",
        "Olá! Esta conta está banida no jogo, por isso também não pode entrar no site.",
    ),
    "blocked": (
        "Hello! This account is blocked on the site. We are looking at the reason.",
        "¡Hola! Esta cuenta está bloqueada en el sitio. Estamos revisando el motivo.",
        "Olá! Esta conta está bloqueada no site. Estamos verificando o motivo.",
    ),
    "frozen": (
        "Hello! Another account had this name before. Please tell us when you created yours, so that we can open it.",
        "¡Hola! Otra cuenta tuvo este nombre antes. Contanos cuándo creaste la tuya, para poder abrirla.",
        "Olá! Outra conta teve este nome antes. Diga quando você criou a sua, para podermos abri-la.",
    ),
    "too_many_attempts": (
        "Hello! There were too many wrong passwords. Wait a quarter of an hour, or set a new one by email.",
        "¡Hola! Hubo demasiadas contraseñas incorrectas. Esperá un cuarto de hora, o poné una nueva por correo.",
        "Olá! Houve senhas erradas demais. Espere quinze minutos, ou defina uma nova por e-mail.",
    ),
    "wrong_password": (
        "Hello! The last sign-ins had a wrong password or code. You can set a new password by email.",
        "¡Hola! Los últimos ingresos tuvieron contraseña o código incorrecto. Podés poner una nueva por correo.",
        "Olá! Os últimos acessos tiveram senha ou código errado. Você pode definir uma nova senha por e-mail.",
    ),
    "never_signed_in": (
        "Hello! Nobody has signed in to this account on the site yet. Use the login and password of the game.",
        "¡Hola! Todavía nadie ingresó a esta cuenta en el sitio. Usá el usuario y la contraseña del juego.",
        "Olá! Ninguém entrou nesta conta no site ainda. Use o login e a senha do jogo.",
    ),
    "can_sign_in": (
        "Hello! The account is open, and its last sign-in succeeded. Which message do you see?",
        "¡Hola! La cuenta está abierta y su último ingreso fue correcto. ¿Qué mensaje ves?",
        "Olá! A conta está aberta e o último acesso deu certo. Que mensagem você vê?",
    ),
    "no_character": (
        "Hello! This account has no character. Did you play with another account?",
        "¡Hola! Esta cuenta no tiene personajes. ¿Jugaste con otra cuenta?",
        "Olá! Esta conta não tem personagens. Você jogou com outra conta?",
    ),
    "items_listed": (
        "Hello! Which item is missing, and which character had it last?",
        "¡Hola! ¿Qué objeto falta, y qué personaje lo tuvo por última vez?",
        "Olá! Qual item está faltando, e qual personagem o teve por último?",
    ),
    "item_found": (
        "Hello! The item is there: {where}.",
        "¡Hola! El objeto está ahí: {where}.",
        "Olá! O item está lá: {where}.",
    ),
    "item_not_found": (
        "Hello! None of your characters has this item in bag or warehouse. When did you see it last?",
        "¡Hola! Ninguno de tus personajes tiene este objeto en el inventario o el depósito. ¿Cuándo lo viste?",
        "Olá! Nenhum dos seus personagens tem este item no inventário ou no armazém. Quando você o viu?",
    ),
    "no_spins": (
        "Hello! This account has no spin. Which account did you play with?",
        "¡Hola! Esta cuenta no tiene giros. ¿Con qué cuenta jugaste?",
        "Olá! Esta conta não tem giros. Com qual conta você jogou?",
    ),
    "spin_differs": (
        "Hello! We have found a spin that does not match its inputs. We are looking into it, and write again today.",
        "¡Hola! Encontramos un giro que no coincide con sus datos. Lo estamos revisando y te escribimos hoy.",
        "Olá! Encontramos um giro que não confere com os dados. Estamos verificando e escrevemos ainda hoje.",
    ),
    "spins_sealed": (
        "Hello! Some of your spins cannot be drawn again yet. We are looking for the key, and write again.",
        "¡Hola! Algunos de tus giros todavía no se pueden sortear de nuevo. Buscamos la clave y te escribimos.",
        "Olá! Alguns dos seus giros ainda não podem ser sorteados de novo. Procuramos a chave e escrevemos.",
    ),
    "spins_match": (
        "Hello! We have drawn your latest spins again, and each gives the recorded result. You can check it yourself.",
        "¡Hola! Sorteamos de nuevo tus últimos giros, y cada uno da el resultado registrado. Podés comprobarlo vos.",
        "Olá! Sorteamos de novo seus últimos giros, e cada um dá o resultado registrado. Você pode conferir.",
    ),
}


def replies(verdict: Verdict, values: dict[str, str]) -> dict[str, str]:
    """Returns the reply in each language. A missing value is an empty text."""
    words = {name: values.get(name, "") for name in ("amount", "coins", "character", "where")}
    return {language: text.format_map(words) for language, text in zip(LANGUAGES, REPLIES[verdict], strict=True)}
